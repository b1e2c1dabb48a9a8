export { checkSession } from './lib/check-session.ts'
export type { CheckConfig, CheckedSession } from './lib/check-session.ts'
export { acceptWeakSecret } from './lib/symbols.ts'
