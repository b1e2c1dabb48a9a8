import { adapter } from './database.ts'

/** Roles of users. */
export type Role = 'admin' | 'member'

/** Custom members of a user. */
export interface Details {
  readonly role: Role
  readonly motto: string | null
  /** ISO 8601. */
  readonly signedInAt: string | null
}

const MOTTO_LENGTH = 80

function text(source: object, member: keyof Details): string | null {
  const value: unknown = Reflect.get(source, member)
  return typeof value === 'string' ? value : null
}

/** Reads the details from a stored user or from a token. */
export function readDetails(source: object): Details {
  return {
    role: text(source, 'role') === 'admin' ? 'admin' : 'member',
    motto: text(source, 'motto'),
    signedInAt: text(source, 'signedInAt'),
  }
}

/** Reads the data of `update({ motto })`, which is untrusted input of a browser. */
export function readMotto(data: unknown): string | undefined {
  const motto = typeof data === 'object' && data !== null ? text(data, 'motto') : null
  return motto?.trim().slice(0, MOTTO_LENGTH)
}

/** Stores details of a user. */
export async function updateDetails(id: string, details: Partial<Details>): Promise<void> {
  await adapter.updateUser({ id, ...details })
}
