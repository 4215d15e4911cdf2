// SPDX-License-Identifier: Apache-2.0
/** The threads of a node. */
package io.graphember.jobs.node;
