// SPDX-License-Identifier: Apache-2.0
/** A cluster of nodes in one process: the ports of jobs without Ignite. */
package io.graphember.jobs.local;
