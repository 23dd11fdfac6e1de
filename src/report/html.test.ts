import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { deletion } from '../text/edit.ts';
import { reportHtml } from './html.ts';

const hash = (text: string | undefined): string =>
  `sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}`;

describe('the page', () => {
  test('needs nothing from elsewhere, and lets nothing run but its own', () => {
    const page = reportHtml(reportOf(NASTY_FINDINGS));
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base|source|video|audio)\b/);
    expect(page).not.toMatch(/\b(?:src|srcset|action|background)=|\bon[a-z]+=|url\(|@import/);
    for (const [, target] of page.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^#/);
    const [style] = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text);
    const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text);
    expect(scripts).toHaveLength(1);
    const policy = /http-equiv="Content-Security-Policy" content="(.*)"/.exec(page)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(scripts[0])}'; base-uri 'none'; form-action 'none'`,
    );
  });

  test('has for every link something that it leads to, and no id twice', () => {
    const findings = NASTY_FINDINGS.map((finding, ordinal) => ({ ...finding, ordinal }));
    const rule = {
      id: 'made-up-rule',
      summary: 'Be <b>made</b> up.',
      category: 'mcp',
      severity: 'error',
    } as const;
    const page = reportHtml(reportOf(findings, { background: { paths: [], rules: [rule] } }));
    const ids = [...page.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(page).toContain('<dd>Be &lt;b&gt;made&lt;/b&gt; up.</dd>');
  });

  test('says in its title what there is, and that there is nothing without filters', () => {
    const page = reportHtml(reportOf([findingIn('x', 'x')]));
    expect(page).toContain('<title>skillsaw: 0 errors, 1 warning, 0 infos in 3 files</title>');
    expect(page).toContain('<p>Passed: no finding at or above error (--fail-on error).</p>');
    const empty = reportHtml(reportOf([]));
    expect(empty).toContain('<p>Nothing was found.</p>');
    expect(empty).not.toContain('<form');
  });

  test('says what broke', () => {
    const crashes = [{ ruleId: 'made-up-rule', path: 'a<b>.json', error: new TypeError('x') }];
    expect(reportHtml(reportOf([], { crashes }))).toContain(
      '<h2 id="crashes">Not everything was checked</h2>\n<ul>\n<li>bug in skillsaw 0.0.0: rule made-up-rule on a&lt;b&gt;.json failed with TypeError; please report it</li>',
    );
    expect(reportHtml(reportOf([]))).not.toContain('Not everything');
  });
});

describe('a finding', () => {
  const itemOf = (...findings: Parameters<typeof reportOf>[0]): string =>
    /<li id="f-.*?<\/li>\n(?=<li id|<\/ol>)/s.exec(reportHtml(reportOf(findings)))?.[0] ?? '';

  test('has place, message, the marked part of its line, further places, help and fix', () => {
    const text = '{\n\t"a": ["<1>", 2]\n}';
    const finding = findingIn(text, '"<1>"', {
      severity: 'error',
      related: [
        { ...findingIn(text, '2'), message: 'this, too' },
        { ...findingIn('x', 'x', { path: 'b&c.json' }), message: 'and <this>' },
      ],
      fix: { kind: 'suggested', title: 'Take it out', edits: [deletion(0, 1)] },
    });
    expect(itemOf(finding)).toMatch(
      /^<li id="(f-[0-9a-f]{32})" class="finding error" data-severity="error" data-rule="made-up-rule">\n<h3><span class="severity">error<\/span> <a href="#\1">2:8<\/a> Something is lost<\/h3>\n<pre tabindex="0"><span>2<\/span> {2}&quot;a&quot;: \[<mark>&quot;&lt;1&gt;&quot;<\/mark>, 2\]<\/pre>\n<ul>\n<li>2:15 this, too<\/li>\n<li>b&amp;c\.json:1:1 and &lt;this&gt;<\/li>\n<\/ul>\n<p class="help">Mend it\.<\/p>\n<p class="fix">Take it out\. <code>skillsaw fix --suggest<\/code> does it\.<\/p>\n<p class="rule"><a href="#rule-made-up-rule">made-up-rule<\/a><\/p>\n<\/li>\n$/,
    );
  });

  test.each<[string, string, string, string]>([
    ['at the end of a line', '[1', '', '[1<mark class="none"></mark>'],
    ['over several lines', '[1,\n2]', '1,\n2', '[<mark>1,</mark>'],
    ['after tabs and wide characters', '\t漢 x', 'x', '  漢 <mark>x</mark>'],
    ['that is escaped', 'a\u202eb', '\u202e', 'a<mark>\\u202e</mark>b'],
    ['in a long line', `${'x'.repeat(500)}!${'y'.repeat(500)}`, '!', `…${'x'.repeat(30)}<mark>!</mark>yyy`],
  ])('%s is marked', (_, text, at, line) => {
    const start = at === '' ? text.length : undefined;
    const finding = findingIn(text, at, start === undefined ? {} : { span: { start, end: start } });
    expect(itemOf(finding)).toContain(line);
  });

  test('without a place or in a binary file has no line', () => {
    const { source: _, ...finding } = findingIn('x', 'x');
    expect(itemOf(finding)).not.toContain('<pre');
    expect(itemOf(findingIn('{\u0000}', '}'))).not.toContain('<pre');
  });
});
