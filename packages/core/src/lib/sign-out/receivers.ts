import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { AuthRequest } from '../types/request.ts'

/** Whether there is a way to end a session without its browser. */
export function endsFromOutside({ session, revocation }: ResolvedConfig): boolean {
  return session.strategy === 'jwt' ? revocation !== undefined : Boolean(session.devices)
}

/** Whether a request is a form, and not JSON. */
export function isFormPost({ headers }: Pick<AuthRequest, 'headers'>): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)
  return type.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}
