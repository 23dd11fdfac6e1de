/** For tests only: text that looks random and is the same in every run. */
export function filler(alphabet: string, length: number, seed = 7): string {
  let state = (seed * 2654435761 + length) >>> 0;
  let text = '';
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[(state >>> 16) % alphabet.length];
  }
  return text;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGIT = '0123456789';
const HEX = `${DIGIT}abcdef`;

/** Alphabets by the letter that stands for them in a sample. */
const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGIT,
  u: UPPER + DIGIT,
  l: LOWER + DIGIT,
  d: DIGIT,
  h: HEX,
  a: UPPER + LOWER,
  b: `${UPPER}234567`,
  w: `${UPPER + LOWER + DIGIT}_-`,
  g: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/**
 * A token from parts: a pair is an alphabet and a length, anything else stands for itself. So no token stands in the
 * tree. `['gh', 'p_', ['A', 36]]`
 */
export type Parts = readonly (string | readonly [alphabet: string, length: number])[];

export function assemble(parts: Parts, seed = 7): string {
  return parts
    .map((part, i) =>
      typeof part === 'string' ? part : filler(ALPHABETS[part[0]] as string, part[1], seed + i * 31),
    )
    .join('');
}

const UUID: Parts = [['h', 8], '-', ['h', 4], '-', ['h', 4], '-', ['h', 4], '-', ['h', 12]];

/** One sample for each detector, by its name; more than one where the format has variants. */
export const SAMPLES: Readonly<Record<string, readonly Parts[]>> = {
  'github-pat': [['gh', 'p_', ['A', 36]]],
  'github-fine-grained-pat': [['github', '_pat_', ['A', 22], '_', ['A', 59]]],
  'github-oauth': [['gh', 'o_', ['A', 36]]],
  'github-app': [
    ['gh', 's_', ['A', 36]],
    ['gh', 'u_', ['A', 36]],
  ],
  'github-refresh': [['gh', 'r_', ['A', 76]]],
  'gitlab-pat': [
    ['gl', 'pat-', ['w', 20]],
    ['gl', 'pat-', ['w', 27], '.01.', ['l', 9]],
  ],
  'gitlab-other': [
    ['gl', 'dt-', ['w', 20]],
    ['gl', 'rt-', ['w', 20]],
    ['gl', 'ptt-', ['h', 40]],
  ],
  'bitbucket-app-password': [['AT', 'BB', ['A', 32]]],
  'atlassian-api-token': [['AT', 'ATT3', ['w', 180], '=', '1ABCDEF0']],
  'trello-token': [['AT', 'TA', ['h', 64]]],
  sourcegraph: [
    ['sg', 'p_', ['h', 16], '_', ['h', 40]],
    ['sg', 'p_', ['h', 40]],
  ],
  'aws-access-key': [
    ['AK', 'IA', ['b', 16]],
    ['AS', 'IA', ['b', 16]],
  ],
  'google-api-key': [['AI', 'za', ['A', 35]]],
  'google-oauth-secret': [['GOC', 'SPX-', ['A', 28]]],
  'google-oauth-token': [['ya', '29.', ['w', 60]]],
  'azure-storage-key': [[['A', 86], '==']],
  'azure-shared-access-key': [[['A', 43], '=']],
  digitalocean: [['do', 'p_v1_', ['h', 64]]],
  'alibaba-access-key': [['LT', 'AI5t', ['A', 18]]],
  'tencent-secret-id': [['AK', 'ID', ['A', 32]]],
  heroku: [['HR', 'KU-AA', ['A', 58]]],
  fly: [['fm', '2_', ['A', 100]]],
  netlify: [['nf', 'p_', ['A', 36]]],
  render: [['rn', 'd_', ['A', 28]]],
  scalingo: [['tk', '-us-', ['A', 48]]],
  'cloudflare-origin-ca': [['v1', '.0-', ['h', 24], '-', ['h', 146]]],
  openshift: [['sha', '256~', ['A', 43]]],
  npm: [['np', 'm_', ['A', 36]]],
  pypi: [['py', 'pi-AgEIcHlwaS5vcmc', ['w', 120]]],
  rubygems: [['ruby', 'gems_', ['h', 48]]],
  'crates-io': [['ci', 'o', ['A', 32]]],
  nuget: [['oy', '2', ['l', 43]]],
  clojars: [['CLO', 'JARS_', ['l', 60]]],
  'docker-hub': [['dck', 'r_pat_', ['A', 27]]],
  'jfrog-api-key': [['AK', 'Cp', ['A', 69]]],
  'jfrog-reference-token': [['cmVm', 'dGtuOj', ['A', 54]]],
  openai: [
    ['sk', '-proj-', ['w', 156]],
    ['sk', '-svcacct-', ['w', 60]],
  ],
  'openai-legacy': [['sk', '-', ['A', 48]]],
  anthropic: [['sk', '-ant-api03-', ['w', 93], 'AA']],
  openrouter: [['sk', '-or-v1-', ['h', 64]]],
  deepseek: [['sk', '-', ['h', 32]]],
  langfuse: [['sk', '-lf-', ...UUID]],
  'hugging-face': [['h', 'f_', ['a', 34]]],
  replicate: [['r', '8_', ['A', 37]]],
  groq: [['gs', 'k_', ['A', 52]]],
  perplexity: [['pp', 'lx-', ['A', 48]]],
  xai: [['xa', 'i-', ['A', 80]]],
  nvidia: [['nv', 'api-', ['A', 64]]],
  cerebras: [['cs', 'k-', ['l', 48]]],
  together: [['tg', 'p_v1_', ['A', 43]]],
  jina: [['ji', 'na_', ['h', 32], ['A', 28]]],
  langsmith: [['ls', 'v2_pt_', ['h', 32], '_', ['h', 10]]],
  pinecone: [['pc', 'sk_', ['A', 6], '_', ['A', 63]]],
  elevenlabs: [['s', 'k_', ['h', 48]]],
  tavily: [
    ['tv', 'ly-', ['A', 32]],
    ['tv', 'ly-dev-', ['A', 32]],
  ],
  firecrawl: [['f', 'c-', ['h', 32]]],
  context7: [['ctx', '7sk-', ...UUID]],
  browserbase: [['bb', '_live_', ['A', 27]]],
  apify: [['api', 'fy_api_', ['A', 36]]],
  e2b: [['e2', 'b_', ['h', 40]]],
  linear: [['lin', '_api_', ['A', 40]]],
  notion: [
    ['nt', 'n_', ['d', 11], ['A', 35]],
    ['sec', 'ret_', ['A', 43]],
  ],
  figma: [['fig', 'd_', ['w', 43]]],
  airtable: [['p', 'at', ['A', 14], '.', ['h', 64]]],
  hubspot: [['pat', '-na1-', ...UUID]],
  clickup: [['p', 'k_', ['d', 8], '_', ['u', 32]]],
  asana: [['1', '/', ['d', 16], ':', ['h', 32]]],
  postman: [['PM', 'AK-', ['h', 24], '-', ['h', 34]]],
  dropbox: [['s', 'l.u.', ['w', 140]]],
  contentful: [['CF', 'PAT-', ['A', 43]]],
  typeform: [['tf', 'p_', ['A', 44], '.', ['A', 12]]],
  'onepassword-service-account': [['op', 's_eyJ', ['A', 260]]],
  'mapbox-secret': [['s', 'k.eyJ', ['A', 80], '.', ['A', 22]]],
  wakatime: [['wa', 'ka_', ...UUID]],
  adafruit: [['ai', 'o_', ['a', 4], ['d', 2], ['A', 22]]],
  slack: [
    ['xo', 'xb-', ['d', 12], '-', ['d', 13], '-', ['A', 24]],
    ['xo', 'xp-', ['d', 12], '-', ['d', 12], '-', ['d', 13], '-', ['h', 32]],
    ['xo', 'xe.xo', 'xp-1-', ['A', 160]],
  ],
  'slack-app': [['xa', 'pp-1-', ['u', 11], '-', ['d', 13], '-', ['h', 64]]],
  'slack-webhook': [['services/T', ['u', 9], '/B', ['u', 10], '/', ['A', 24]]],
  'discord-webhook': [['discord.com/', 'api/webhooks/', ['d', 18], '/', ['A', 68]]],
  'discord-bot': [
    [btoa('118240113371264057'), '.G', ['A', 5], '.', ['A', 38]],
    [btoa('1082401133712640571').replace(/=+$/, ''), '.G', ['A', 5], '.', ['A', 27]],
  ],
  'telegram-bot': [['7', ['d', 9], ':', 'AA', ['A', 33]]],
  sendgrid: [['S', 'G.', ['A', 22], '.', ['A', 43]]],
  mailchimp: [[['h', 32], '-us', '14']],
  brevo: [['xkey', 'sib-', ['h', 64], '-', ['A', 16]]],
  resend: [['r', 'e_', ['A', 8], '_', ['A', 24]]],
  stripe: [
    ['sk', '_live_', ['A', 24]],
    ['rk', '_live_', ['A', 99]],
    ['sk', '_test_', ['A', 24]],
  ],
  'stripe-webhook': [['wh', 'sec_', ['A', 32]]],
  square: [
    ['sq', '0atp-', ['A', 22]],
    ['sq', '0csp-', ['A', 43]],
  ],
  shopify: [['sh', 'pat_', ['h', 32]]],
  braintree: [['access_', 'token$production$', ['l', 16], '$', ['h', 32]]],
  plaid: [['access', '-production-', ...UUID]],
  flutterwave: [['FLW', 'SECK-', ['h', 32], '-X']],
  duffel: [['duf', 'fel_live_', ['A', 43]]],
  easypost: [['EZ', 'AK', ['A', 54]]],
  shippo: [['ship', 'po_live_', ['h', 40]]],
  vault: [['hv', 's.', ['w', 90]]],
  'terraform-cloud': [[['A', 14], '.atlas', 'v1.', ['w', 67]]],
  pulumi: [['pu', 'l-', ['h', 40]]],
  doppler: [
    ['dp', '.pt.', ['A', 43]],
    ['dp', '.st.dev.', ['A', 43]],
  ],
  'age-secret-key': [['AGE-SEC', 'RET-KEY-1', ['g', 58]]],
  databricks: [['da', 'pi', ['h', 32]]],
  supabase: [
    ['sb', 'p_', ['h', 40]],
    ['sb', '_secret_', ['A', 31]],
  ],
  planetscale: [['psc', 'ale_tkn_', ['A', 43]]],
  neon: [['na', 'pi_', ['l', 64]]],
  'grafana-service-account': [['gl', 'sa_', ['A', 32], '_', ['h', 8]]],
  'grafana-cloud': [['gl', 'c_eyJ', ['A', 80]]],
  'new-relic': [['NR', 'AK-', ['u', 27]]],
  sentry: [
    ['sntr', 'yu_', ['h', 64]],
    ['sntr', 'ys_eyJ', ['A', 120], '=_', ['A', 43]],
  ],
  dynatrace: [['dt', '0c01.', ['u', 24], '.', ['u', 64]]],
  posthog: [['ph', 'x_', ['A', 43]]],
  buildkite: [['bk', 'ua_', ['h', 40]]],
  circleci: [['CCI', 'PAT_', ['A', 22], '_', ['h', 40]]],
  tailscale: [['ts', 'key-auth-', ['A', 16], '-', ['A', 32]]],
  harness: [['p', 'at.', ['A', 22], '.', ['h', 24], '.', ['A', 20]]],
  prefect: [['pn', 'u_', ['A', 36]]],
  infracost: [['ic', 'o-', ['A', 32]]],
  'deno-deploy': [['dd', 'p_', ['A', 36]]],
};

/** For each detector a text that is nearly one of its tokens: a unit too short, or with one that does not belong. */
export const NEAR_MISSES: Readonly<Record<string, readonly Parts[]>> = {
  'github-pat': [
    ['gh', 'p_', ['A', 35]],
    ['gh', 'p-', ['A', 36]],
  ],
  'github-fine-grained-pat': [
    ['github', '_pat_', ['A', 22], '_', ['A', 58]],
    ['github', '_pat_', ['A', 82]],
  ],
  'github-oauth': [['gh', 'o_', ['A', 35]]],
  'github-app': [
    ['gh', 's_', ['A', 35]],
    ['gh', 't_', ['A', 36]],
  ],
  'github-refresh': [['gh', 'r_', ['A', 35]]],
  'gitlab-pat': [
    ['gl', 'pat-', ['A', 19]],
    ['gl', 'pat_', ['A', 20]],
  ],
  'gitlab-other': [
    ['gl', 'dt-', ['A', 19]],
    ['gl', 'xx-', ['A', 20]],
  ],
  'bitbucket-app-password': [['AT', 'BB', ['A', 31]]],
  'atlassian-api-token': [
    ['AT', 'ATT3', ['A', 59]],
    ['AT', 'BTT3', ['A', 180]],
  ],
  'trello-token': [
    ['AT', 'TA', ['h', 63]],
    ['AT', 'TA', ['h', 32], 'g', ['h', 31]],
  ],
  sourcegraph: [
    ['sg', 'p_', ['h', 39]],
    ['sg', 'p_', ['h', 15], '_', ['h', 40]],
  ],
  'aws-access-key': [
    ['AK', 'IA', ['b', 15]],
    ['AK', 'IA', ['b', 8], '1', ['b', 7]],
    ['AI', 'DA', ['b', 16]],
  ],
  'google-api-key': [
    ['AI', 'za', ['A', 34]],
    ['AI', 'za', ['A', 35], '-'],
  ],
  'google-oauth-secret': [['GOC', 'SPX-', ['A', 27]]],
  'google-oauth-token': [['ya', '29.', ['A', 29]]],
  'azure-storage-key': [
    ['AccountKey=', ['A', 85], '=='],
    ['AccountKey=', ['A', 86], '='],
  ],
  'azure-shared-access-key': [
    ['SharedAccessKey=', ['A', 42], '='],
    ['SharedAccessKeyName=', ['A', 43], '='],
  ],
  digitalocean: [
    ['do', 'p_v1_', ['h', 63]],
    ['do', 'p_v2_', ['h', 64]],
  ],
  'alibaba-access-key': [['LT', 'AI5t', ['A', 17]]],
  'tencent-secret-id': [
    ['AK', 'ID', ['A', 31]],
    ['AK', 'ID', 'ENTIFIERWITHCAPITALSALONEISNONEX'],
  ],
  heroku: [
    ['HR', 'KU-AA', ['A', 57]],
    ['HR', 'KU-AB', ['A', 58]],
  ],
  fly: [['fm', '2_', ['A', 79]]],
  netlify: [['nf', 'p_', ['A', 35]]],
  render: [
    ['rn', 'd_', ['A', 27]],
    ['rn', 'd_', ['A', 33]],
  ],
  scalingo: [['tk', '-us-', ['A', 47]]],
  'cloudflare-origin-ca': [['v1', '.0-', ['h', 24], '-', ['h', 145]]],
  openshift: [
    ['sha', '256~', ['A', 42]],
    ['sha', '256:', ['A', 43]],
  ],
  npm: [['np', 'm_', ['A', 35]]],
  pypi: [
    ['py', 'pi-AgEIcHlwaS5vcmc', ['A', 41]],
    ['py', 'pi-', ['A', 120]],
  ],
  rubygems: [['ruby', 'gems_', ['h', 47]]],
  'crates-io': [
    ['ci', 'o', ['A', 31]],
    ['ci', 'o', 'abcdefghijkmnopqrstuvwxyzabcdefg'],
  ],
  nuget: [
    ['oy', '2', ['l', 42]],
    ['oy', '2', ['l', 20], 'Q', ['l', 22]],
  ],
  clojars: [['CLO', 'JARS_', ['l', 59]]],
  'docker-hub': [
    ['dck', 'r_pat_', ['A', 26]],
    ['dck', 'r_xat_', ['A', 27]],
  ],
  'jfrog-api-key': [['AK', 'Cp', ['A', 68]]],
  'jfrog-reference-token': [['cmVm', 'dGtuOj', ['A', 53]]],
  openai: [
    ['sk', '-proj-', ['A', 39]],
    ['sk', '-project-', ['A', 60]],
  ],
  'openai-legacy': [
    ['sk', '-', ['A', 47]],
    ['sk', '-', 'acetonitrilebenzenecarbonatedichlorethanefluorid'],
  ],
  anthropic: [
    ['sk', '-ant-api03-', ['A', 59]],
    ['sk', '-ant-api-', ['A', 95]],
  ],
  openrouter: [
    ['sk', '-or-v1-', ['h', 63]],
    ['sk', '-or-v2-', ['h', 64]],
  ],
  deepseek: [
    ['sk', '-', ['h', 31]],
    ['sk', '-', ['h', 16], 'g', ['h', 15]],
  ],
  langfuse: [
    ['sk', '-lf-', ['h', 8], '-', ['h', 4], '-', ['h', 4], '-', ['h', 4], '-', ['h', 11]],
    ['pk', '-lf-', ...UUID],
  ],
  'hugging-face': [
    ['h', 'f_', ['a', 33]],
    ['h', 'f-', ['a', 34]],
  ],
  replicate: [['r', '8_', ['A', 36]]],
  groq: [['gs', 'k_', ['A', 51]]],
  perplexity: [['pp', 'lx-', ['A', 47]]],
  xai: [['xa', 'i-', ['A', 79]]],
  nvidia: [['nv', 'api-', ['A', 59]]],
  cerebras: [['cs', 'k-', ['l', 47]]],
  together: [['tg', 'p_v1_', ['A', 42]]],
  jina: [
    ['ji', 'na_', ['h', 32], ['A', 27]],
    ['ji', 'na_', ['h', 31], 'g', ['A', 28]],
  ],
  langsmith: [
    ['ls', 'v2_pt_', ['h', 32], '_', ['h', 9]],
    ['ls', 'v1_pt_', ['h', 32], '_', ['h', 10]],
  ],
  pinecone: [
    ['pc', 'sk_', ['A', 4], '_', ['A', 63]],
    ['pc', 'sk_', ['A', 6], '_', ['A', 62]],
  ],
  elevenlabs: [
    ['s', 'k_', ['h', 47]],
    ['s', 'k_', ['h', 24], 'g', ['h', 23]],
  ],
  tavily: [['tv', 'ly-', ['A', 31]]],
  firecrawl: [
    ['f', 'c-', ['h', 31]],
    ['f', 'c-', ['h', 16], 'g', ['h', 15]],
  ],
  context7: [['ctx', '7sk-', ['h', 32]]],
  browserbase: [['bb', '_live_', ['A', 26]]],
  apify: [['api', 'fy_api_', ['A', 35]]],
  e2b: [['e2', 'b_', ['h', 39]]],
  linear: [
    ['lin', '_api_', ['A', 39]],
    ['lin', '_oauth_', ['h', 63]],
  ],
  notion: [
    ['nt', 'n_', ['d', 10], 'x', ['A', 35]],
    ['sec', 'ret_', ['A', 42]],
  ],
  figma: [
    ['fig', 'd_', ['A', 39]],
    ['fig', 'x_', ['A', 43]],
  ],
  airtable: [
    ['p', 'at', ['A', 14], '.', ['h', 63]],
    ['p', 'at', ['A', 13], '.', ['h', 64]],
  ],
  hubspot: [
    ['pat', '-na1-', ['h', 32]],
    ['pat', '-us1-', ...UUID],
  ],
  clickup: [
    ['p', 'k_', ['d', 8], '_', ['u', 31]],
    ['p', 'k_', ['d', 4], '_', ['u', 32]],
  ],
  asana: [
    ['1', '/', ['d', 16], ':', ['h', 31]],
    ['3', '/', ['d', 16], ':', ['h', 32]],
  ],
  postman: [['PM', 'AK-', ['h', 24], '-', ['h', 33]]],
  dropbox: [['s', 'l.u.', ['A', 117]]],
  contentful: [['CF', 'PAT-', ['A', 42]]],
  typeform: [['tf', 'p_', ['A', 39]]],
  'onepassword-service-account': [
    ['op', 's_eyJ', ['A', 199]],
    ['op', 's_', ['A', 260]],
  ],
  'mapbox-secret': [
    ['s', 'k.eyJ', ['A', 80], '.', ['A', 21]],
    ['p', 'k.eyJ', ['A', 80], '.', ['A', 22]],
  ],
  wakatime: [['wa', 'ka_', ['h', 32]]],
  adafruit: [
    ['ai', 'o_', ['a', 4], ['d', 2], ['A', 21]],
    ['ai', 'o_', ['a', 6], ['A', 22]],
  ],
  slack: [
    ['xo', 'xb-', ['d', 7], '-', ['d', 7], '-', ['A', 24]],
    ['xo', 'xz-', ['d', 12], '-', ['d', 13], '-', ['A', 24]],
    ['xo', 'xe.xo', 'xp-1-', ['A', 39]],
  ],
  'slack-app': [['xa', 'pp-1-', ['u', 11], '-', ['d', 13], '-', ['h', 39]]],
  'slack-webhook': [['https://hooks.slack.com/services/T', ['u', 9], '/B', ['u', 10], '/', ['A', 19]]],
  'discord-webhook': [
    ['discord.com/', 'api/webhooks/', ['d', 18], '/', ['A', 59]],
    ['discord.com/', 'api/channels/', ['d', 18], '/', ['A', 68]],
  ],
  'discord-bot': [
    [btoa('118240113371264057'), '.G', ['A', 5], '.', ['A', 26]],
    [btoa('11824011337126a057'), '.G', ['A', 5], '.', ['A', 38]],
    ['MyLongestClassNameOfThem.method.anotherIdentifierOfSomeLength'],
  ],
  'telegram-bot': [
    ['7', ['d', 9], ':', 'AA', ['A', 32]],
    ['7', ['d', 6], ':', 'AA', ['A', 33]],
  ],
  sendgrid: [
    ['S', 'G.', ['A', 22], '.', ['A', 42]],
    ['S', 'G.', ['A', 21], '.', ['A', 43]],
  ],
  mailchimp: [
    [['h', 31], '-us', '14'],
    [['h', 32], '-eu', '14'],
  ],
  brevo: [['xkey', 'sib-', ['h', 64], '-', ['A', 15]]],
  resend: [
    ['r', 'e_', ['A', 8], '_', ['A', 23]],
    ['r', 'e_', ['A', 7], '_', ['A', 24]],
  ],
  stripe: [
    ['sk', '_live_', ['A', 23]],
    ['pk', '_live_', ['A', 24]],
  ],
  'stripe-webhook': [['wh', 'sec_', ['A', 31]]],
  square: [
    ['sq', '0atp-', ['A', 21]],
    ['sq', '0idp-', ['A', 22]],
  ],
  shopify: [
    ['sh', 'pat_', ['h', 31]],
    ['sh', 'pat_', ['h', 16], 'g', ['h', 15]],
  ],
  braintree: [['access_', 'token$production$', ['l', 16], '$', ['h', 31]]],
  plaid: [['access', '-production-', ['h', 32]]],
  flutterwave: [
    ['FLW', 'SECK-', ['h', 31]],
    ['FLW', 'PUBK-', ['h', 32], '-X'],
  ],
  duffel: [['duf', 'fel_live_', ['A', 42]]],
  easypost: [['EZ', 'AK', ['A', 53]]],
  shippo: [['ship', 'po_live_', ['h', 39]]],
  vault: [
    ['hv', 's.', ['A', 23]],
    ['hv', 'x.', ['A', 90]],
  ],
  'terraform-cloud': [
    [['A', 14], '.atlas', 'v1.', ['A', 59]],
    [['A', 13], '.atlas', 'v1.', ['A', 67]],
  ],
  pulumi: [['pu', 'l-', ['h', 39]]],
  doppler: [
    ['dp', '.pt.', ['A', 39]],
    ['dp', '.xx.', ['A', 43]],
  ],
  'age-secret-key': [
    ['AGE-SEC', 'RET-KEY-1', ['g', 57]],
    ['AGE-SEC', 'RET-KEY-1', ['g', 57], 'B'],
  ],
  databricks: [['da', 'pi', ['h', 31]]],
  supabase: [
    ['sb', 'p_', ['h', 39]],
    ['sb', '_secret_', ['A', 21]],
    ['sb', '_publishable_', ['A', 31]],
  ],
  planetscale: [['psc', 'ale_tkn_', ['A', 31]]],
  neon: [['na', 'pi_', ['l', 59]]],
  'grafana-service-account': [
    ['gl', 'sa_', ['A', 32], '_', ['h', 7]],
    ['gl', 'sa_', ['A', 31], '_', ['h', 8]],
  ],
  'grafana-cloud': [['gl', 'c_eyJ', ['A', 59]]],
  'new-relic': [
    ['NR', 'AK-', ['u', 26]],
    ['NR', 'AL-', ['u', 27]],
  ],
  sentry: [
    ['sntr', 'yu_', ['h', 63]],
    ['sntr', 'ys_eyJ', ['A', 120], '_', ['A', 42]],
  ],
  dynatrace: [
    ['dt', '0c01.', ['u', 24], '.', ['u', 63]],
    ['dt', '0c01.', ['u', 23], '.', ['u', 64]],
  ],
  posthog: [
    ['ph', 'x_', ['A', 39]],
    ['ph', 'c_', ['A', 43]],
  ],
  buildkite: [['bk', 'ua_', ['h', 39]]],
  circleci: [
    ['CCI', 'PAT_', ['A', 22], '_', ['h', 39]],
    ['CCI', 'PAT_', ['A', 21], '_', ['h', 40]],
  ],
  tailscale: [
    ['ts', 'key-auth-', ['A', 9], '-', ['A', 32]],
    ['ts', 'key-auth-', ['A', 16], '-', ['A', 19]],
  ],
  harness: [
    ['p', 'at.', ['A', 22], '.', ['h', 24], '.', ['A', 19]],
    ['p', 'at.', ['A', 22], '.', ['h', 23], '.', ['A', 20]],
  ],
  prefect: [['pn', 'u_', ['A', 35]]],
  infracost: [['ic', 'o-', ['A', 31]]],
  'deno-deploy': [['dd', 'p_', ['A', 35]]],
};

/** What a token must stand behind to be recognised. */
export const LEADS: Readonly<Record<string, string>> = {
  'azure-storage-key': 'AccountKey=',
  'azure-shared-access-key': 'SharedAccessKey=',
  'slack-webhook': 'https://hooks.slack.com/',
};

/** A signed token with a made-up subject. */
export function sampleJwt(payload: object = { sub: 'heron', role: 'pilot' }): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return [part({ alg: 'HS256', typ: 'JWT' }), part(payload), assemble([['A', 43]])].join('.');
}

/** A private key block, its lines joined by `lineEnd`. */
export function samplePem(lineEnd = '\n', label = 'PRIVATE KEY'): string {
  const dashes = '-'.repeat(5);
  const body = [1, 2, 3].map((seed) => assemble([['A', 64]], seed));
  return [`${dashes}BEGIN ${label}${dashes}`, ...body, `${dashes}END ${label}${dashes}`].join(lineEnd);
}
