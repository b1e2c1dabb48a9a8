export { factors, type Factors, type FactorsOfUsers } from './lib/factors.ts'
export type { FactorsOptions } from './lib/options.ts'
export type { ImportedApp, ImportedSecret, ListedApp, ListedFactors } from './lib/operations.ts'
export { backupCodes, enrolments, totp } from './lib/tables.ts'
