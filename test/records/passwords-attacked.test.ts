import { passwordCanary } from '../flows/src/password-canary.ts'
import { passwordAttacks } from '../flows/src/password-races.ts'
import { PASSWORD_TABLES } from '../flows/src/password-world.ts'
import { overOtherStores } from './src/opened.ts'

overOtherStores(PASSWORD_TABLES, (name, open) => {
  passwordCanary(name, open)
  passwordAttacks(name, open)
})
