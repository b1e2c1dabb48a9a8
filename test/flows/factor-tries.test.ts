import { factorTries } from './src/factor-tries.ts'
import { openFactorStore } from './src/factors-world.ts'

factorTries('SQLite', openFactorStore)
