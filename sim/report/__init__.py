"""Reports: tables, figures and maps of battles, and the page that holds them."""
