export { Argon2Missing } from './lib/formats/argon2.ts'
export { BcryptMissing } from './lib/formats/bcrypt.ts'
export {
  createPasswordHasher,
  PasswordHashUnusable,
  type CustomHash,
  type PasswordCheck,
  type PasswordHasher,
  type PasswordHasherOptions,
  type StoredHash,
} from './lib/hashing/hasher.ts'
export { PasswordQueueFull } from './lib/hashing/queue.ts'
