/** What looks like a secret, what is a placeholder, and how a text is shown without its secrets. */
export { type ArgForm, type ArgHit, scanArgs } from './args.ts';
export type { SecretHit } from './hit.ts';
export { maskText } from './mask.ts';
export { namedCredential } from './named.ts';
export { isCredentialName } from './names.ts';
export { isPlaceholder } from './placeholders.ts';
export { secretSpans, type TextSpan } from './spans.ts';
export { findTokens } from './tokens.ts';
export { connectionUriPassword, type UriHit } from './uri.ts';
export { urlQueryCredentials, urlUserInfo } from './url.ts';
