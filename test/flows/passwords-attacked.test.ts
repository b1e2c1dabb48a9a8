import { passwordAttacks } from './src/password-races.ts'
import { openPasswordStore } from './src/password-world.ts'

passwordAttacks('SQLite', openPasswordStore)
