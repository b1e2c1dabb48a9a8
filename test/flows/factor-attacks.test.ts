import { factorAttacks } from './src/factor-attacks.ts'
import { openFactorStore } from './src/factors-world.ts'

factorAttacks('SQLite', openFactorStore)
