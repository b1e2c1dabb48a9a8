// What takes a sign-out on to a provider, loaded together.
export { endSessionRequest, signedOutUrl } from './end-session-request.ts'
export { findSessionProvider } from './session-provider.ts'
