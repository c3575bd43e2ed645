/** How the page looks: light and dark by the reader's wish, and on paper. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1c2127; --dim: #5b6672; --line: #dfe3e8; --soft: #f5f7f9; --good: #16794c; --bad: #b42318; --accent: #1f5fbf; --add: #e3f6ea; --del: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --bg: #14181d; --fg: #e4e8ec; --dim: #98a3af; --line: #2c343d; --soft: #1b2127; --good: #52c48c; --bad: #f0786c; --accent: #7fb0ff; --add: #143324; --del: #3b1d1d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 24px 20px 64px; background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 36px 0 8px; }
h4 { font-size: 13px; margin: 12px 0 4px; color: var(--dim); font-weight: 600; }
p { margin: 4px 0; overflow-wrap: anywhere; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre, .num { font-family: ui-monospace, Menlo, Consolas, monospace; font-variant-numeric: tabular-nums; }
.dim { color: var(--dim); }
.tiles { display: flex; flex-wrap: wrap; gap: 10px; margin: 18px 0 8px; }
.tile { flex: 1 1 150px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--soft); }
.tile b { display: block; font-size: 20px; overflow-wrap: anywhere; }
.tile.good b { color: var(--good); }
.tile.bad b { color: var(--bad); }
.wide { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 640px; font: 12px system-ui, sans-serif; }
.legend svg { display: inline-block; min-width: 0; width: 16px; vertical-align: -3px; }
.legend span { margin-right: 14px; white-space: nowrap; color: var(--dim); font-size: 13px; }
.tick, .label { fill: var(--dim); }
.label { fill: var(--fg); font-size: 11px; }
.label.dim { fill: var(--dim); }
.grid { stroke: var(--line); }
.baseline { stroke: var(--dim); stroke-dasharray: 5 4; }
.bestline { pointer-events: none; fill: none; stroke: var(--good); stroke-width: 2; }
circle.alive { fill: var(--accent); }
circle.eliminated { fill: var(--bg); stroke: var(--accent); stroke-opacity: .75; }
path.best { fill: var(--good); stroke: var(--bg); }
path.invalid { fill: none; stroke: var(--bad); stroke-width: 1.5; }
.edge { fill: none; stroke: var(--dim); stroke-opacity: .35; }
.edge.other { stroke-dasharray: 3 3; }
.edge.win { stroke: var(--good); stroke-opacity: 1; stroke-width: 3; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
table.small { width: auto; } table.small td { padding-right: 28px; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--accent); }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
td.num, th.num { text-align: right; white-space: nowrap; }
th.num { font-family: inherit; }
.many .edge { stroke-opacity: .18; }
.many .edge.win { stroke-opacity: 1; }
.board { max-height: 520px; overflow: auto; border-bottom: 1px solid var(--line); }
.board table { min-width: 680px; }
.board th { position: sticky; top: 0; background: var(--bg); }
details > h4, details > pre, details > p { margin-left: 18px; }
details { border-bottom: 1px solid var(--line); padding: 5px 0; scroll-margin-top: 12px; }
details:target { background: var(--soft); }
summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary { white-space: normal; overflow-wrap: anywhere; }
.tag { background: var(--good); color: var(--bg); border-radius: 4px; padding: 0 6px; font-size: 12px; }
dl { display: grid; grid-template-columns: 90px 1fr; gap: 2px 12px; margin: 8px 0 8px 18px; font-size: 14px; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { margin: 4px 0; padding: 10px 12px; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; font-size: 13px; line-height: 1.45; }
.diff span { display: block; margin: 0 -12px; padding: 0 12px; }
.add { background: var(--add); } .del { background: var(--del); } .hunk { color: var(--accent); } .meta { color: var(--dim); }
@media (max-width: 640px) { body { padding: 14px 12px 40px; } dl { grid-template-columns: 1fr; margin-left: 8px; } dt { margin-top: 4px; } }
@media print { :root { --bg: #fff; --fg: #000; --dim: #555; --line: #ccc; --soft: #fff; --good: #16794c; --bad: #b42318; --accent: #1f5fbf; --add: #eefaf2; --del: #fdf0f0; } body { max-width: none; padding: 0; font-size: 11pt; } .board { max-height: none; } details, .tile, svg { break-inside: avoid; } svg { min-width: 0; width: 100% !important; } pre { white-space: pre-wrap; } }
`;

/** Sorts the table and opens what a link points at; without it nothing else is missing. */
export const SCRIPT = `
const open = () => { const at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1))); if (at && at.tagName === 'DETAILS') { at.open = true; at.scrollIntoView(); } };
addEventListener('hashchange', open); open();
for (const link of document.querySelectorAll('a[href^="#"]')) link.addEventListener('click', () => setTimeout(open));
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, index) => head.querySelector('button').addEventListener('click', () => {
    const up = head.getAttribute('aria-sort') !== 'ascending';
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const key = (row) => row.cells[index].dataset.key ?? row.cells[index].textContent;
    const number = (row) => { const text = key(row); return text === '' ? NaN : Number(text); };
    const numeric = [...table.tBodies[0].rows].every((row) => key(row) === '' || !Number.isNaN(number(row)));
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      if (!numeric) return key(a).localeCompare(key(b), undefined, { numeric: true }) * (up ? 1 : -1);
      const [x, y] = [number(a), number(b)];
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
      return (x - y) * (up ? 1 : -1);
    });
    table.tBodies[0].append(...rows);
  }));
}
`;
