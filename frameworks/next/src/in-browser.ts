// Bundlers take this for the main entry in files for the browser. It exports nothing, so that they fail where a file is built that imports
// `auth` there, and throws where they do not.
throw new Error(
  "`@latchstring/next` is for the server, and a file with 'use client' imports it, or imports a file that does. In the browser use `@latchstring/next/react`.",
)

export {}
