// SPDX-License-Identifier: Apache-2.0
/** The live tier of a node: slabs of the partitions it owns, for as long as a job needs them. */
@NullMarked
package io.graphember.jobs.live;

import org.jspecify.annotations.NullMarked;
