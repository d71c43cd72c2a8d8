"""How the tests of `overwatch odds` call it."""

from typer.testing import CliRunner

from sim.cli.odds import odds_app


def run(*arguments):
    return CliRunner().invoke(odds_app, list(arguments))


def changed(command, option, value):
    if option not in command:
        return [*command, option, value]
    place = command.index(option) + 1
    return [*command[:place], value, *command[place + 1 :]]
