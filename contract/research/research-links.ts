import { endpoint } from '#contract/endpoint/endpoint.ts'
import { createLinkEndpoints, GET_SHARED } from '#contract/endpoint/link-endpoints.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'
import { Digest } from './digest.ts'

export const researchLink = createLinkEndpoints({
  name: 'ResearchLink',
  path: '/research/{id}/link',
  summaries: {
    read: 'Say whether a research has a link, and since when',
    create: 'Make a link by which anyone can read a digest; an earlier link of it ends',
    end: 'End the link of a research',
  },
  createErrors: ['CONFLICT'],
})
export const readResearchLink = researchLink.read
export const createResearchLink = researchLink.create
export const deleteResearchLink = researchLink.end

export const sharedResearch = endpoint({
  name: 'sharedResearch',
  path: '/research/shared/{token}',
  summary: 'A shared digest, without the comparison with other research of its owner',
  ...GET_SHARED,
  response: statusEnvelope(Digest),
})
