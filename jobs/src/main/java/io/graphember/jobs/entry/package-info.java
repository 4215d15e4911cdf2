// SPDX-License-Identifier: Apache-2.0
/** The entries of the catalog: texts by path, whose they are, and calls that are shared. */
package io.graphember.jobs.entry;
