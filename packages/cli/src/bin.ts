#!/usr/bin/env node
import { main } from './lib/main.ts'

// A reader such as `head` may have enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await main(process.argv.slice(2), process)

if (process.argv[2] === 'users') {
  // The application that was loaded may keep its connections open.
  setInterval(() => {
    if (process.stdout.writableLength === 0) process.exit()
  }, 200).unref()
}
