/** What looks like a secret, what is a placeholder, and how a text is shown without its secrets. */
export { type ArgForm, type ArgHit, scanArgs, type TextHit, textCredential } from './args.ts';
export type { SecretHit, TextSpan } from './hit.ts';
export { maskText } from './mask.ts';
export { maskArguments, maskValue } from './mask-args.ts';
export { namedCredential } from './named.ts';
export { isCredentialName } from './names.ts';
export { isPlaceholder } from './placeholders.ts';
export { secretSpans } from './spans.ts';
export { findTokens } from './tokens.ts';
export { connectionUriPassword, type UriHit } from './uri.ts';
export { urlQueryCredentials, urlUserInfo } from './url.ts';
