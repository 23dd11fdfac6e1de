/**
 * The look of the page: light and dark, narrow and wide, on screen and on paper. No selector of it fits every element, and
 * none asks what is in one or before it: a page of ten thousand findings has a hundred thousand elements.
 */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --raised: #f5f6f8; --ink: #1c2128; --quiet: #57606a; --line: #d4d8dd; --link: #0a58ca;
  --error: #b3261e; --warning: #8a5300; --info: #0b5f8a; --mark: #ffe9a8; --mark-ink: #1c2128;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --raised: #1d2128; --ink: #e6e9ed; --quiet: #a3adb8; --line: #363c46; --link: #82b4ff;
    --error: #ff8a80; --warning: #f2b84b; --info: #6cc4f0; --mark: #5c4a12; --mark-ink: #fff4d1;
  }
}
[hidden] { display: none !important; }
html { scroll-padding-top: 8rem; }
body {
  box-sizing: border-box; max-width: 70rem; margin: 0 auto; padding: 1rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
a { color: var(--link); }
a:focus-visible, pre:focus-visible, form :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; padding: .5rem; background: var(--paper); }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
h3, .help, .finding li { overflow-wrap: anywhere; white-space: pre-line; }
p { margin: .25rem 0; }
header p { margin: .25rem 0 0; }
form {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem;
  margin: 1rem -1rem 0; padding: .75rem 1rem; background: var(--raised); border-block: 1px solid var(--line);
}
fieldset { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0; }
label { display: flex; align-items: center; gap: .4rem; }
select, button, input[type=search] {
  box-sizing: border-box; max-width: 100%; padding: .3rem .5rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--quiet); border-radius: .3rem;
}
form p { color: var(--quiet); }
main:focus { outline: none; }
main ol { margin: 0; padding: 0; list-style: none; }
.finding {
  margin: .75rem 0; padding: .6rem .9rem; background: var(--raised); border-radius: .3rem;
  border-left: .3rem solid var(--info);
}
.many .finding { content-visibility: auto; contain-intrinsic-height: auto 10rem; }
.finding:target { outline: 2px solid var(--link); }
.error { border-color: var(--error); }
.warning { border-color: var(--warning); }
.severity { color: var(--info); }
.error .severity { color: var(--error); }
.warning .severity { color: var(--warning); }
h3 a { font-variant-numeric: tabular-nums; }
pre {
  margin: .5rem 0; padding: .4rem .6rem; overflow-x: auto; direction: ltr; unicode-bidi: isolate;
  background: var(--paper); border: 1px solid var(--line); border-radius: .3rem; font: .875rem/1.5 ui-monospace, monospace;
}
pre span { margin-right: 1.5ch; color: var(--quiet); user-select: none; }
mark { padding: .1em 0; background: var(--mark); color: var(--mark-ink); border-radius: .15em; }
mark.none { display: inline-block; width: 1ch; height: 1em; vertical-align: text-bottom; }
.finding ul { margin: .25rem 0; padding-left: 1.25rem; }
.rule { font-size: .875rem; }
.rules dt { font-weight: 600; }
.rules dd { margin: 0 0 .5rem; }
.rules, .crashes, footer { margin-top: 2rem; border-top: 1px solid var(--line); }
.crashes { border: 2px solid var(--error); padding: 0 1rem 1rem; overflow-wrap: anywhere; }
footer { color: var(--quiet); }
@media (max-width: 40rem) {
  html { scroll-padding-top: 0; }
  form { position: static; }
  .wide { width: 100%; }
  .wide > * { flex: 1; min-width: 0; }
}
@media print {
  form, .skip { display: none; }
  .many .finding { content-visibility: visible; }
  .finding { break-inside: avoid; }
}
`;
