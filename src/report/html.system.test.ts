import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badServers } from '../dev/bench-trees.ts';
import { mustRun } from '../test/checkout.ts';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { runBuilt, temporaryFolder, tempTree } from '../test/helpers.ts';
import { reportHtml } from './html.ts';
import type { Report } from './report.ts';

/** Runs inside the page; it calls itself `axe` there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A busy machine takes its time. */
const PATIENT = { timeout: 60_000 };

const rules = (['made-up-rule', 'other-rule'] as const).map((id) => ({
  id,
  summary: 'It must be made up.',
  category: 'mcp',
  severity: 'error' as const,
}));
const background = { paths: [], rules };
/** Three files, two rules, every severity. */
const FEW = reportOf(
  [
    findingIn('[1, 2]', '1', { path: 'a/mcp_config.json', severity: 'error', message: 'first' }),
    findingIn('[1, 2]', '2', { path: 'a/mcp_config.json', ruleId: 'other-rule', message: 'second' }),
    findingIn('[1, 2]', '1', { path: 'b/hooks.json', severity: 'info', message: 'third' }),
    findingIn('[1, 2]', '2', { path: 'B/mcp_config.json', ruleId: 'other-rule', message: 'fourth' }),
  ].map((finding, ordinal) => ({ ...finding, ordinal })),
  { background },
);
const NASTY = reportOf(
  NASTY_FINDINGS.map((finding, ordinal) => ({ ...finding, ordinal })),
  { background, crashes: [{ path: '<i>.json', error: new TypeError('x') }] },
);

describe('the page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = mustRun('sh', ['-c', 'command -v chromium']).stdout.trim();
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser.close());

  /** Opens a report as a file, and fails on whatever the browser complains about or fetches. */
  async function open(report: Report | string, options: BrowserContextOptions = {}): Promise<Page> {
    const file = join(temporaryFolder(), 'report.html');
    writeFileSync(file, typeof report === 'string' ? report : reportHtml(report));
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, ...options });
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('request', (request) => {
      if (request.url() !== `file://${file}`) trouble.push(request.url());
    });
    await page.goto(`file://${file}`);
    expect(trouble).toEqual([]);
    return page;
  }

  const visible = (page: Page): Promise<string[]> =>
    page
      .locator('.finding:visible h3')
      .evaluateAll((headings) =>
        headings.map(({ textContent }) => (textContent ?? '').replace(/^.*\d+:\d+ /, '')),
      );
  const status = (page: Page): Promise<string | null> => page.getByRole('status').textContent();

  test('filters by severity, rule and file, and shows all again', async () => {
    const page = await open(FEW);
    const all = ['first', 'second', 'third', 'fourth'];
    expect(await visible(page)).toEqual(all);
    expect(await status(page)).toBe('4 of 4 shown');

    await page.getByLabel('warning (2)').uncheck();
    expect(await visible(page)).toEqual(['first', 'third']);
    expect(await status(page)).toBe('2 of 4 shown');
    expect(await page.locator('section.file:visible h2').allTextContents()).toEqual([
      'a/mcp_config.json',
      'b/hooks.json',
    ]);

    await page.getByLabel('error (1)').uncheck();
    await page.getByLabel('warning (2)').check();
    await page.getByRole('combobox', { name: 'Rule' }).selectOption('other-rule');
    expect(await visible(page)).toEqual(['second', 'fourth']);

    await page.getByRole('combobox', { name: 'File' }).fill(' b/');
    expect(await visible(page)).toEqual(['fourth']);
    await page.getByRole('combobox', { name: 'File' }).fill('nowhere');
    expect(await visible(page)).toEqual([]);
    expect(await status(page)).toBe('0 of 4 shown');

    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => visible(page), PATIENT).toEqual(all);
    expect(await status(page)).toBe('4 of 4 shown');
  });

  test('is usable with the keyboard alone', async () => {
    const page = await open(FEW);
    const focused = (): Promise<string> =>
      page.evaluate(
        'document.activeElement.name || document.activeElement.textContent || document.activeElement.tagName',
      );
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the findings');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('severity');
    await page.keyboard.press('Space');
    expect(await visible(page)).toEqual(['second', 'third', 'fourth']);
    for (const name of ['severity', 'severity', 'rule']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('ArrowDown');
    expect(await visible(page)).toEqual(['third']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('hooks');
    await page.keyboard.press('Enter');
    expect(await visible(page)).toEqual(['third']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page), PATIENT).toBe('4 of 4 shown');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('1:2');
    await page.keyboard.press('Tab');
    // The line of the file can be scrolled sideways, so it takes part.
    expect(await focused()).toBe('1[1, 2]');
  });

  test('shows everything and no filters where no script runs', async () => {
    const page = await open(FEW, { javaScriptEnabled: false });
    expect(await page.locator('.finding:visible').count()).toBe(4);
    expect(await page.locator('form').isVisible()).toBe(false);
  });

  test('goes to the finding that an address names, however many there are', async () => {
    const many = Array.from({ length: 600 }, (_, ordinal) =>
      findingIn('x', 'x', { ordinal, message: `no. ${ordinal}` }),
    );
    const page = await open(reportOf(many, { background }));
    await page.locator('.finding', { hasText: 'no. 570' }).getByRole('link', { name: '1:1' }).focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toMatch(/^#f-[0-9a-f]{32}$/);
    await page.reload();
    await expect
      .poll(
        () => page.locator('.finding:target').evaluate((finding) => finding.getBoundingClientRect().top),
        PATIENT,
      )
      .toBeLessThan(800);
    expect(await page.locator('.finding:target h3').textContent()).toContain('no. 570');
  });

  test('runs nothing and builds nothing out of what stands in a file', async () => {
    const page = await open(NASTY);
    expect(await page.title()).toMatch(/^skillsaw: 1 error, /);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('main b, main i').count()).toBe(0);
    expect(await page.locator('.finding').count()).toBe(NASTY_FINDINGS.length);
    const markup = NASTY_FINDINGS.find(({ message }) => message.startsWith('markup'));
    expect(await visible(page)).toContain(markup?.message);
    // Not even what comes in by another way.
    const blocked: string[] = [];
    page.on('console', (message) => blocked.push(message.text()));
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = true\">')",
    );
    await expect.poll(() => blocked.length, PATIENT).toBeGreaterThan(0);
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  describe.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['light and narrow', { colorScheme: 'light', viewport: { width: 360, height: 640 } }],
    ['dark and narrow', { colorScheme: 'dark', viewport: { width: 360, height: 640 } }],
  ])('%s', (_, options) => {
    test.each([
      ['few findings', FEW],
      ['everything nasty', NASTY],
      ['nothing', reportOf([])],
    ])('has no fault that a checker of accessibility finds: %s', async (_, report) => {
      // The checker is a script, and the page lets none run.
      const page = await open(report, { ...options, bypassCSP: true });
      await page.addScriptTag({ content: AXE });
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });

    test('does not have to be scrolled sideways', async () => {
      const page = await open(NASTY, options);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    });

    test('has the colours asked for', async () => {
      const page = await open(FEW, options);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(options.colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(255, 255, 255)');
    });
  });

  test('stays usable with ten thousand findings', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': badServers(10_000) });
    const { stdout, status: exit } = runBuilt(['--format', 'html'], { cwd });
    expect(exit).toBe(0);
    const page = await open(stdout);
    expect(await status(page)).toBe('10000 of 10000 shown');
    const work = (await page.evaluate(`(() => {
      const box = document.querySelector('[value=warning]');
      const times = [];
      for (let i = 0; i < 6; i++) {
        const start = performance.now();
        box.click();
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    })()`)) as number;
    // A tenth of a second feels immediate; a busy machine is given five times that.
    expect(work).toBeLessThan(500);
    expect(await status(page)).toBe('10000 of 10000 shown');
  });
});
