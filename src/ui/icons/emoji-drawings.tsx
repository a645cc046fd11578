import Bird from 'lucide-react/icons/bird'
import Bot from 'lucide-react/icons/bot'
import Calculator from 'lucide-react/icons/calculator'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartPie from 'lucide-react/icons/chart-pie'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Compass from 'lucide-react/icons/compass'
import Fish from 'lucide-react/icons/fish'
import Flame from 'lucide-react/icons/flame'
import FlaskConical from 'lucide-react/icons/flask-conical'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Image from 'lucide-react/icons/image'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import Library from 'lucide-react/icons/library'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Mountain from 'lucide-react/icons/mountain'
import Newspaper from 'lucide-react/icons/newspaper'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Plug from 'lucide-react/icons/plug'
import SatelliteDish from 'lucide-react/icons/satellite-dish'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Shield from 'lucide-react/icons/shield'
import Sprout from 'lucide-react/icons/sprout'
import Telescope from 'lucide-react/icons/telescope'
import TrendingUp from 'lucide-react/icons/trending-up'
import Trophy from 'lucide-react/icons/trophy'
import Wallet from 'lucide-react/icons/wallet'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'

const LOOK = { size: '1em', strokeWidth: 1.75 } as const

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  '🪙': <Coins {...LOOK} />,
  '📜': <ScrollText {...LOOK} />,
  '🧮': <Calculator {...LOOK} />,
  '📝': <NotebookPen {...LOOK} />,
  '🔌': <Plug {...LOOK} />,
  '🔑': <KeyRound {...LOOK} />,
  '🤖': <Bot {...LOOK} />,
  '🐋': <Fish {...LOOK} />,
  '📈': <TrendingUp {...LOOK} />,
  '🔎': <Search {...LOOK} />,
  '🛡': <Shield {...LOOK} />,
  '👛': <Wallet {...LOOK} />,
  '📰': <Newspaper {...LOOK} />,
  '🎓': <GraduationCap {...LOOK} />,
  '🌱': <Sprout {...LOOK} />,
  '🛠': <Wrench {...LOOK} />,
  '📡': <SatelliteDish {...LOOK} />,
  '🖼': <Image {...LOOK} />,
  '🗓': <CalendarDays {...LOOK} />,
  '🏛': <Landmark {...LOOK} />,
  '⚗': <FlaskConical {...LOOK} />,
  '🌶': <Flame {...LOOK} />,
  '🏆': <Trophy {...LOOK} />,
  '🏜': <Mountain {...LOOK} />,
  '📚': <Library {...LOOK} />,
  '🔭': <Telescope {...LOOK} />,
  '🕑': <Clock {...LOOK} />,
  '🦅': <Bird {...LOOK} />,
  '🦎': <Coins {...LOOK} />,
  '🦙': <ChartPie {...LOOK} />,
  '🧭': <Compass {...LOOK} />,
  '💡': <Lightbulb {...LOOK} />,
}

/** Draws an emoji in the size of the text around it, or renders the emoji itself without a drawing. */
export const EmojiDrawing = ({ emoji }: { emoji: string }) =>
  // The variation selector only asks for color.
  DRAWINGS[emoji.replaceAll('\u{fe0f}', '')] ?? emoji
