// SPDX-License-Identifier: Apache-2.0
/** A trainer on its node, and what it reports. */
package io.graphember.jobs.train;
