import { testStore } from '../test/conformance.ts'

testStore('SQLite')
