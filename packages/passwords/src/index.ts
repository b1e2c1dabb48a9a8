export { hashes, usernames } from './lib/tables.ts'
