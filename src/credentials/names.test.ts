import { expect, test } from 'vitest';
import { isCredentialName } from './names.ts';

const BEARING =
  'API_KEY apikey x-api-key X-Api-Key AUTH_TOKEN SECRET CLIENT_SECRET clientSecret client_secret DB_PASSWORD PGPASSWORD ' +
  'PASSWD PAT GITHUB_PAT ACCESS_KEY SECRET_ACCESS_KEY PRIVATE_KEY SIGNING_KEY CREDENTIALS AUTHORIZATION Authorization ' +
  'PROXY-AUTHORIZATION PRIVATE-TOKEN COOKIE Cookie ENCRYPTION_KEY WEBHOOK_SECRET PASSPHRASE --token --api-key --apiKey ' +
  '-password --db-password API_KEY_2 TOKEN_PROD SECRET_KEY_BASE SMTP_PASS DB_PWD accessToken OAuthToken githubToken ' +
  'HERON_API_TOKEN X-Vault-Token Ocp-Apim-Subscription-Key DD-APPLICATION-KEY env.API_KEY MYSQL_ROOT_PASSWORD ' +
  '-Dheron.apiKey --bearer BEARER SSHPASS DB_BEARER _authToken refresh_token id_token OPENAI_KEY APIKey API-Key JWT_SECRET SESSION_KEY MASTER_KEY';

const HARMLESS =
  'TOKEN_LIMIT MAX_TOKENS TOKENS CLIENT_ID AUTH_MODE AUTH_TYPE TOKEN_URL TOKEN_FILE KEY_PATH PUBLIC_KEY PASSWORD_FILE ' +
  'SECRET_NAME KEYBOARD MONKEY TOKENIZER AUTHOR PATH PATTERN PASSENGER KEY key PWD OLDPWD AWS_ACCESS_KEY_ID KEY_ID ' +
  'NEXT_PAGE_TOKEN CSRF_TOKEN EOS_TOKEN USE_TOKEN --no-password --with-token --password-stdin --token-file CACHE_KEY ' +
  'PRIMARY_KEY PARTITION_KEY SORT_KEY COOKIE_DOMAIN PUBLISHABLE_KEY SUPABASE_ANON_KEY PASSPORT COMPASS_URL BYPASS ' +
  'NODE_ENV PORT HOST command args serverUrl AUTHORIZATION_URL CREDENTIALS_PATH TOKEN_COUNT HOTKEY TURKEY PATIENT ' +
  'SECRETARY maxTokens tokenizer keyboard';

test.each(BEARING.split(' '))('%s bears a credential', (name) => {
  expect(isCredentialName(name)).toBe(true);
});

test.each(HARMLESS.split(' '))('%s does not', (name) => {
  expect(isCredentialName(name)).toBe(false);
});

test('a text that is too long for a name is none', () => {
  expect(isCredentialName(`${'A_'.repeat(200)}TOKEN`)).toBe(false);
});
