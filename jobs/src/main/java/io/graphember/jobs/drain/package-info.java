// SPDX-License-Identifier: Apache-2.0
/** Which nodes take new work. */
package io.graphember.jobs.drain;
