/** Returns attributes that give an element a tooltip with more than its name says. See `Tooltips`. */
export const tip = (text: string | undefined) => ({ 'data-tip': text, 'aria-description': text })
