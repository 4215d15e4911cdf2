// SPDX-License-Identifier: Apache-2.0
/** Sums of trainers over Ignite: contributions meet at the coordinator and come back added up. */
@NullMarked
package io.graphember.jobs.sync;

import org.jspecify.annotations.NullMarked;
