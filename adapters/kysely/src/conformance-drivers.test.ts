import { testStore } from '../test/conformance.ts'

testStore('SQLite', true)
testStore('PostgreSQL', true)
