// SPDX-License-Identifier: Apache-2.0
/** Graphs in the memory of a node: one copy of each, which all jobs read. */
@NullMarked
package io.graphember.jobs.resident;

import org.jspecify.annotations.NullMarked;
