/** Holds the write lock of the SQLite file given until its standard input ends. */
import { createClient } from '@libsql/client'

const client = createClient({ url: process.argv[2] ?? '' })
const transaction = await client.transaction('write')
process.stdout.write('held\n')
process.stdin.resume()
await new Promise((resolve) => {
  process.stdin.once('end', resolve)
})
await transaction.commit()
client.close()
