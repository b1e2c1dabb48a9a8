export { checkSession } from './lib/engine/check-session.ts'
export type { CheckConfig, CheckedSession } from './lib/engine/check-session.ts'
export { acceptWeakSecret } from './lib/types/symbols.ts'
