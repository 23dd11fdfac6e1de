/** Makes the filters work. Without it the page shows everything, and no filters. */
export const HTML_SCRIPT = `
(() => {
  const form = document.getElementById('filters');
  if (form === null) return;
  const status = form.querySelector('[role=status]');
  const files = [...document.querySelectorAll('section.file')].map((section) => ({
    section,
    path: section.dataset.path.toLowerCase(),
    findings: [...section.querySelectorAll('li.finding')],
  }));
  const total = files.reduce((sum, { findings }) => sum + findings.length, 0);
  const apply = () => {
    const wanted = new FormData(form);
    const severities = new Set(wanted.getAll('severity'));
    const rule = wanted.get('rule');
    const part = wanted.get('path').trim().toLowerCase();
    let shown = 0;
    for (const { section, path, findings } of files) {
      const before = shown;
      const inPath = path.includes(part);
      for (const finding of findings) {
        const { severity, rule: own } = finding.dataset;
        finding.hidden = !(inPath && severities.has(severity) && (rule === '' || rule === own));
        if (!finding.hidden) shown++;
      }
      section.hidden = shown === before;
    }
    status.textContent = shown + ' of ' + total + ' shown';
  };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  // A browser that goes back to the page keeps what was chosen there.
  addEventListener('pageshow', apply);
})();
`;
