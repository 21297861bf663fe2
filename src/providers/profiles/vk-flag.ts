/** Yes (1) or no (0), as VK's API writes it. */
export type VkFlag = 0 | 1;
