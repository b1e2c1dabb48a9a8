#!/usr/bin/env node
import { main } from './lib/main.ts'

// A reader such as `head` may have enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await main(process.argv.slice(2), process)
