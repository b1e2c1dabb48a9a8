// SvelteKit 2 makes this module, and declares it in applications.
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}
