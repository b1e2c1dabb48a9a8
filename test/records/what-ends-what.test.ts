import { ENDS_TABLES } from '../flows/src/ends-world.ts'
import { whatEndsWhat } from '../flows/src/what-ends-what.ts'
import { overOtherStores } from './src/opened.ts'
import { SQLITE } from './src/stores.ts'

whatEndsWhat('SQLite', async () => (await SQLITE.open(ENDS_TABLES)).adapter, ['jwt'])

overOtherStores(ENDS_TABLES, (name, open) => whatEndsWhat(name, open))
