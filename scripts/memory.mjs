/**
 * Environment of the server for less memory; the operator's own values win. With it, the analysis of a token with 100,000
 * transactions takes 200 MB less. The containers and services in deploy/ set the same.
 */
export const MEMORY_SETTINGS = {
  // glibc gives threads separate pools of memory, and keeps what each has freed. Other systems ignore these two.
  MALLOC_ARENA_MAX: '2',
  // Without a fixed limit (bytes), glibc keeps more the larger the freed blocks are.
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Megabytes for new objects. V8 takes up to three times as much, and rarely returns it.
  NODE_OPTIONS: '--max-semi-space-size=16',
}
