/** Returns attributes for a tooltip that adds to the element's name. See `Tooltips`. */
export const tip = (text: string | undefined) => ({ 'data-tip': text, 'aria-description': text })
