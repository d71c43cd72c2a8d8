// One battle, step by step: the table at any step is the first state and all changes up to there.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("battle").textContent);
  const stage = document.getElementById("stage");
  const board = document.getElementById("board");
  const group = (name) => document.getElementById(name);
  const slider = group("slider");
  const lines = [...document.querySelectorAll(".told li")];
  const last = data.steps.length - 1;
  const SIDES = ["blue", "red"];
  const MODES = ["activation", "opportunity", "overwatch"];
  const CONFIDENCE = ["", "", "shaken", "broken", "routed"];
  const [DAMAGED, STUCK, DOWN, OUT, BANK, ABOARD] = [1, 2, 4, 8, 16, 32];
  const starts = []; // first step of each turn
  data.steps.forEach((step, k) => (starts[step.t] ??= k));
  const turns = data.steps[last].t;
  starts[1] = 0;
  const sideOf = (unit) => SIDES[data.units[unit][1]];
  let at = 0;
  let timer = 0;

  function make(name, attributes, parent, text) {
    const one = document.createElementNS(board.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    if (text !== undefined) one.textContent = text;
    parent.append(one);
    return one;
  }

  // -- the table at a step --------------------------------------------------------------------
  function state(k) {
    const now = {};
    for (const key of ["e", "u", "o"]) now[key] = [...data.first[key]];
    now.c = data.first.c;
    now.a = -1;
    for (let i = 0; i <= k; i++) {
      const step = data.steps[i];
      for (const key of ["e", "u", "o"]) Object.assign(now[key], step[key]);
      if (step.c) now.c = step.c;
      now.a = step.a ?? -1;
    }
    return now;
  }

  // -- elements -------------------------------------------------------------------------------
  const signs = data.elements.map(([unit], i) => {
    const one = group("elements").children[i];
    const sign = { group: one, angle: data.first.e[i][2], flags: 0 };
    sign.unit = unit;
    return sign;
  });
  function drawElement(i, [x, y, angle, flags], active) {
    const sign = signs[i];
    sign.angle += ((((angle - sign.angle) % 360) + 540) % 360) - 180; // the short way round
    const one = sign.group;
    const gone = flags & OUT;
    one.style.transform = `translate(${x}px, ${y}px) rotate(${gone ? 0 : sign.angle}deg)`;
    one.classList.toggle("gone", !!gone);
    one.classList.toggle("aboard", !!(flags & ABOARD) && !gone);
    one.classList.toggle("active", active && !gone);
    if (flags === sign.flags) return;
    sign.flags = flags;
    while (one.firstChild) one.firstChild.remove();
    if (gone) {
      make("path", { d: "M-.45-.45L.45 .45M-.45 .45L.45-.45" }, one);
      return;
    }
    make("use", { href: `#el-${sideOf(sign.unit)}` }, one);
    if (flags & DAMAGED) make("circle", { class: "hurt", r: 0.24 }, one);
    if (flags & STUCK) make("path", { class: "stuck", d: "M-.85-.7V.7" }, one);
    if (flags & BANK) make("path", { class: "bank", d: "M.7-.85L1.1-.4V.4L.7 .85" }, one);
    if (flags & DOWN) make("circle", { class: "down", r: 0.95 }, one);
  }

  // -- names, each where it covers least --------------------------------------------------------
  const DISC = 1.1; // inches around the middle of an objective
  const HEAVY = 4; // a marker is rather left free than a name or an element
  const discs = data.objectives.map(([, x, y]) => [x - DISC, y - DISC, x + DISC, y + DISC, HEAVY]);
  const places = [...board.querySelectorAll(".place")];
  const goals = [...board.querySelectorAll(".goal")];
  let named = []; // boxes of the names of places that are shown
  const common = (a, b) => {
    const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
    const h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    return w > 0 && h > 0 ? w * h * (b[4] ?? 1) : 0;
  };
  const cover = (a, taken) => taken.reduce((sum, b) => sum + common(a, b), 0);
  function boxAt([x, y], wide, high) {
    const left = Math.max(0, Math.min(x, data.width - wide));
    const top = Math.max(0, Math.min(y, data.height - high));
    return [left, top, left + wide, top + high];
  }
  const sizeOf = (one) => {
    const { width, height } = one.getBBox();
    return [width + 4 * px, height];
  };
  function put(one, box) {
    one.style.visibility = box ? "" : "hidden";
    if (!box) return;
    one.setAttribute("x", (box[0] + box[2]) / 2);
    one.setAttribute("y", (box[1] + box[3]) / 2);
  }
  // A place's name stands in the place, beside objectives and other names, or not at all.
  function drawPlaces() {
    named = [];
    for (const one of places) {
      const [wide, high] = sizeOf(one);
      const boxes = JSON.parse(one.dataset.at).map(([x, y]) => boxAt([x - wide / 2, y - high / 2], wide, high));
      const box = boxes.find((box) => !cover(box, named) && !cover(box, discs));
      put(one, box);
      if (box) named.push(box);
    }
  }
  // An objective's name stands beside it where nothing else does; it is in the key in any case.
  function drawGoals(taken) {
    goals.forEach((one, i) => {
      const [wide, high] = sizeOf(one);
      const [, x, y] = data.objectives[i];
      const [w, h] = [x - wide / 2, y - high / 2];
      const spots = [
        [w, y + DISC], [w, y - DISC - high], [x + DISC, h], [x - DISC - wide, h],
        [x + 0.7, y + DISC], [x - 0.7 - wide, y + DISC], [x + 0.7, y - DISC - high], [x - 0.7 - wide, y - DISC - high],
      ];
      const box = spots.map((spot) => boxAt(spot, wide, high)).find((box) => !cover(box, taken));
      put(one, box);
      if (box) taken.push(box);
    });
  }
  function drawLabels(now) {
    const labels = group("labels");
    labels.replaceChildren();
    const high = 13 * px;
    const taken = [...discs, ...named];
    now.e.forEach(([x, y, , flags]) => flags & (OUT | ABOARD) || taken.push([x - 0.8, y - 0.8, x + 0.8, y + 0.8]));
    data.units.forEach(([name, side], u) => {
      const own = now.e.filter((e, i) => data.elements[i][0] === u && !(e[3] & (OUT | ABOARD)));
      if (!own.length) return;
      const [hidden, fire, confidence, area] = now.u[u];
      const text = name + (hidden ? " (hidden)" : "") + (CONFIDENCE[confidence] ? `, ${CONFIDENCE[confidence]}` : "");
      const signsWide = ((area >= 0) + !!fire) * high * 1.3;
      const wide = text.length * 6.5 * px + signsWide;
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const [x, y] of own) {
        box[0] = Math.min(box[0], x - 0.9);
        box[1] = Math.min(box[1], y - 0.9);
        box[2] = Math.max(box[2], x + 0.9);
        box[3] = Math.max(box[3], y + 0.9);
      }
      const [mx, my] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      let best = null;
      for (const gap of [0, 1, 2.2, 3.6]) {
        for (const [x, y] of [
          [box[2] + gap, my - high / 2], [box[0] - wide - gap, my - high / 2],
          [mx - wide / 2, box[1] - high - gap], [mx - wide / 2, box[3] + gap],
          [box[2] + gap, box[1] - high - gap], [box[2] + gap, box[3] + gap],
          [box[0] - wide - gap, box[1] - high - gap], [box[0] - wide - gap, box[3] + gap],
        ]) {
          const place = boxAt([x, y], wide, high);
          const cost = cover(place, taken) + 0.4 * gap;
          if (best === null || cost < best[0] - 1e-9) best = [cost, place];
        }
      }
      const place = best[1];
      taken.push(place);
      let x = place[0];
      const y = place[1] + high / 2;
      const scale = high / 1.5;
      for (const sign of [area >= 0 && "eye", fire && "star"]) {
        if (!sign) continue;
        make("use", { href: `#${sign}`, transform: `translate(${x + 0.55 * high} ${y}) scale(${scale})` }, labels);
        x += 1.3 * high;
      }
      const classes = `label ${SIDES[side]}${now.a === u ? " active" : ""}`;
      make("text", { class: classes, x, y }, labels, text);
    });
    drawGoals(taken);
  }

  // -- what flies -----------------------------------------------------------------------------
  function drawShot([kind, mode, side, hit, x1, y1, x2, y2], then) {
    const shots = group("shots");
    const old = then ? " then" : "";
    if (kind === 3) {
      make("circle", { class: `burst${old}`, cx: x2, cy: y2, r: hit ? 1.4 : 0.8 }, shots);
      return;
    }
    const inches = Math.max(Math.hypot(x2 - x1, y2 - y1), 1e-9);
    const part = hit ? 1 : Math.max(0, 1 - 1.3 / inches);
    const [x, y] = [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
    const classes = `fire fire-${MODES[mode]}${old}${hit ? "" : " miss"}${kind === 4 ? " charge" : ""}`;
    make("path", { class: classes, d: `M${x1} ${y1}L${x} ${y}` }, shots);
    if (kind === 1) make("circle", { class: `struck fire-${MODES[mode]}${old}`, cx: (x1 + 2 * x) / 3, cy: (y1 + 2 * y) / 3, r: 0.35 }, shots);
    if (hit) make("circle", { class: `struck fire-${MODES[mode]}${old}`, cx: x2, cy: y2, r: then ? 0.3 : 0.5 }, shots);
  }
  function drawPast(k) {
    group("shots").replaceChildren();
    group("routes").replaceChildren();
    const turn = data.steps[k].t;
    const active = data.steps[k].a ?? -1;
    let fresh = k; // first step of this activation
    while (fresh > 0 && active >= 0 && data.steps[fresh - 1].a === active && data.steps[fresh - 1].t === turn) fresh--;
    for (let i = starts[turn]; i <= k; i++) {
      const step = data.steps[i];
      for (const [element, points] of Object.entries(step.r ?? {})) {
        const side = sideOf(data.elements[element][0]);
        make("polyline", { class: `route ${side}${i === k ? " now" : ""}`, points: points.join(" ") }, group("routes"));
      }
      if (i >= fresh) for (const shot of step.s ?? []) drawShot(shot, i < k);
    }
  }
  function drawGround(now) {
    group("areas").replaceChildren();
    now.u.forEach(([, , , area], u) => {
      if (area >= 0) make("path", { class: `area ${sideOf(u)}`, d: data.areas[area] }, group("areas"));
    });
    group("clouds").replaceChildren();
    for (const [x, y, r] of now.c) make("circle", { class: "cloud", cx: x, cy: y, r }, group("clouds"));
    [...group("objectives").children].forEach((one, i) => {
      one.setAttribute("class", `objective ${SIDES[now.o[i]] ?? ""}`);
    });
  }

  // -- going to a step ------------------------------------------------------------------------
  let px = 0.06; // inches of the table in a pixel of the screen
  function show(k) {
    at = Math.max(0, Math.min(last, k));
    const now = state(at);
    now.e.forEach((one, i) => drawElement(i, one, data.elements[i][0] === now.a));
    drawGround(now);
    drawPast(at);
    drawLabels(now);
    const step = data.steps[at];
    slider.value = at;
    const lost = SIDES.map(
      (_, side) => now.e.filter((e, i) => e[3] & OUT && data.units[data.elements[i][0]][1] === side).length,
    );
    const where = `Turn ${step.t} of ${turns}, step ${at + 1} of ${last + 1}`;
    group("where").textContent = `${where}; lost: blue ${lost[0]}, red ${lost[1]}`;
    slider.setAttribute("aria-valuetext", where);
    const spans = [...lines[at].children].slice(0, 6).map((one) => one.cloneNode(true));
    group("now").replaceChildren(...(at ? spans : spans.slice(0, 1)));
    for (const line of lines) line.classList.toggle("here", line === lines[at]);
    const list = lines[at].parentNode; // moved by itself: the map stays where it is
    const top = lines[at].offsetTop - list.clientHeight / 2;
    if (list.clientHeight) list.scrollTo({ top, behavior: "instant" });
  }
  function measure() {
    const wide = board.getBoundingClientRect().width;
    if (!wide) return;
    px = (data.width + 1) / wide;
    board.style.setProperty("--px", px);
    drawPlaces();
    show(at);
  }
  const turnBack = () => {
    const turn = data.steps[at].t;
    return at > starts[turn] ? starts[turn] : starts[Math.max(1, turn - 1)];
  };
  const turnOn = () => starts[data.steps[at].t + 1] ?? last;

  // -- playing --------------------------------------------------------------------------------
  const button = stage.querySelector("[data-go=play]");
  function stop() {
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Play";
    button.setAttribute("aria-label", "Play");
    stage.classList.remove("playing");
    group("now").setAttribute("aria-live", "polite");
  }
  function tick() {
    if (at >= last) return stop();
    show(at + 1);
    const step = data.steps[at];
    timer = setTimeout(tick, step.s ? 1100 : step.r ? 700 : 500);
  }
  function play() {
    if (timer) return stop();
    if (at >= last) show(0);
    button.textContent = "Pause";
    button.setAttribute("aria-label", "Pause");
    stage.classList.add("playing");
    group("now").setAttribute("aria-live", "off"); // or it would never stop talking
    timer = setTimeout(tick, 300);
  }

  const go = {
    first: () => show(0),
    last: () => show(last),
    back: () => show(at - 1),
    on: () => show(at + 1),
    "turn-back": () => show(turnBack()),
    "turn-on": () => show(turnOn()),
    play,
  };
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turn-back", ArrowDown: "turn-on",
    PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last", " ": "play",
  };
  function act(name, k = at) {
    if (name !== "play" && timer) stop();
    if (name) go[name]();
    else show(k);
  }
  stage.addEventListener("keydown", (e) => {
    const name = KEYS[e.key];
    if (!name || e.altKey || e.ctrlKey || e.metaKey) return;
    if (e.key === " " && e.target.closest("button")) return; // the button takes it
    e.preventDefault();
    act(name);
  });
  for (const one of stage.querySelectorAll("[data-go]")) {
    one.addEventListener("click", () => act(one.dataset.go));
  }
  slider.addEventListener("input", () => {
    act(null, Number(slider.value));
  });
  lines.forEach((line, k) => line.addEventListener("click", () => act(null, k)));
  group("told").addEventListener("toggle", () => show(at));
  addEventListener("beforeprint", () => timer && stop());
  new ResizeObserver(measure).observe(board);
  group("controls").hidden = group("keys").hidden = false;
  measure();
})();
