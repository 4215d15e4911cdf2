// SPDX-License-Identifier: Apache-2.0
/** Bounds of what a node and a user may have at once: jobs, loads, memory, time. */
@NullMarked
package io.graphember.jobs.limit;

import org.jspecify.annotations.NullMarked;
