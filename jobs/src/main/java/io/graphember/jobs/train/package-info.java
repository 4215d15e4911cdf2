// SPDX-License-Identifier: Apache-2.0
/** A trainer on its node, and what it reports. */
@NullMarked
package io.graphember.jobs.train;

import org.jspecify.annotations.NullMarked;
