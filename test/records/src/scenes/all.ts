import type { Scene } from '../scene.ts'
import {
  answeredAppCode,
  appCode,
  backupCode,
  guessedCode,
  resetToken,
  rightCode,
} from './codes.ts'
import { deviceGrant, invitation, owners } from './grants.ts'
import { allKeys, apiKey, auditLog } from './keys-and-logs.ts'
import { abandonedLease, refreshedToken } from './lease.ts'
import { replacedPassword } from './password.ts'

/** Every algorithm that is right, with what it is about. */
export const SCENES: readonly (readonly [name: string, make: () => Scene])[] = [
  ['a code of an authenticator app', appCode],
  ['a code of an authenticator app, with every call answered', answeredAppCode],
  ['a backup code', backupCode],
  ['a mailed code that is guessed', guessedCode],
  ['a mailed code that is right', rightCode],
  ['the token of a reset', resetToken],
  ['the grant of a device', deviceGrant],
  ['an invitation', invitation],
  ['the owners of an organisation', owners],
  ['an API key', apiKey],
  ['all API keys of a user', allKeys],
  ['chains of an audit log', auditLog],
  ['a password that is replaced', () => replacedPassword()],
  ['the lease of a token', refreshedToken],
  ['the lease of a process that ended', abandonedLease],
]
