// SPDX-License-Identifier: Apache-2.0
/**
 * The vertices whose published embeddings are most alike: each storage node searches among those
 * that it has, in memory once they are there, and the node that is asked merges what they find.
 */
@NullMarked
package io.graphember.jobs.similar;

import org.jspecify.annotations.NullMarked;
