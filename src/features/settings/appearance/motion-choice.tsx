import { useEffect, useState } from 'react'
import { MOTIONS, appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { onSystemMotionChange, systemAsksForLess } from '#src/platform/theme/motion.ts'
import { SegmentedChoice } from './segmented-choice.tsx'
import { SettingRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'

export const MotionChoice = () => {
  const { motion } = useAppearance()
  const [isLess, setIsLess] = useState(systemAsksForLess)
  useEffect(() => onSystemMotionChange(() => setIsLess(systemAsksForLess())), [])
  return (
    <SettingRow
      title={texts.motion.title}
      description={motion === 'system' ? texts.motion.hintSystem(isLess) : texts.motion.hint}
      control={
        <SegmentedChoice
          label={texts.motion.title}
          values={MOTIONS}
          names={texts.motion.names}
          value={motion}
          onChange={(chosen) => appearance.set({ motion: chosen })}
        />
      }
    />
  )
}
