// SPDX-License-Identifier: Apache-2.0
/** Sums of trainers: each of their nodes adds up a segment of the values. */
@NullMarked
package io.graphember.jobs.sync;

import org.jspecify.annotations.NullMarked;
