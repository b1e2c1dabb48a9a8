/** What is said of a file where nothing reads TypeScript, in a thread and in the process that knows what to do about it. */
export const UNREADABLE = 'is TypeScript, and nothing here can read it'
