// After an install by hand: the same Node for every npm script.
import { linkNode } from './install.mjs'

linkNode()
