import { passwordCanary } from './src/password-canary.ts'
import { openPasswordStore } from './src/password-world.ts'

passwordCanary('SQLite', openPasswordStore)
