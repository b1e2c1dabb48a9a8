export { backupCodes, totp } from './lib/tables.ts'
